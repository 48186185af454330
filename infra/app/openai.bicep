metadata description = 'Azure OpenAI with one model deployment, reached by identity only.'

@description('Name of the account, and its subdomain.')
param name string

@description('Model to deploy, and the name of the deployment.')
param model string

@description('Version of the model; empty for the default one.')
param modelVersion string

@description('Thousands of tokens a minute.')
param capacity int

@description('Whether only the private network reaches the account.')
param isPrivate bool

@description('Region.')
param location string

@description('Tags.')
param tags object

resource account 'Microsoft.CognitiveServices/accounts@2024-10-01' = {
  name: name
  location: location
  tags: tags
  kind: 'OpenAI'
  sku: { name: 'S0' }
  properties: {
    customSubDomainName: name
    disableLocalAuth: true
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
  }
}

resource deployment 'Microsoft.CognitiveServices/accounts/deployments@2024-10-01' = {
  parent: account
  name: model
  sku: {
    name: 'GlobalStandard'
    capacity: capacity
  }
  properties: {
    // A version that ends is followed by the next, so that the model does not end with it.
    versionUpgradeOption: 'OnceCurrentVersionExpired'
    model: {
      format: 'OpenAI'
      name: model
      version: empty(modelVersion) ? null : modelVersion
    }
  }
}

@description('Resource id.')
output id string = account.id

@description('Name of the account.')
output name string = account.name

@description('Address of the account.')
output endpoint string = account.properties.endpoint
